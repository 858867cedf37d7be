package rows

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Script is a trace of tests/vectors/assigner_traces.json whose steps have no results.
type Script struct {
	N     int     `json:"n"`
	Chunk int     `json:"chunk"`
	Steps [][]any `json:"steps"`
}

// Tracing tells whether the program's argument asks for traces.
func Tracing() bool {
	return len(os.Args) == 2 && os.Args[1] == "trace"
}

// Trace runs the scripts of stdin, a line each, and writes each one's steps with their results.
//
// A new assigner gives each script's records, which have no key, a partition among n.
func Trace(module string, start func(Script) func(n int) int) {
	if err := trace(module, start); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type traced struct {
	Client  string  `json:"client"`
	Version string  `json:"version"`
	Draws   []int32 `json:"draws"`
	Steps   [][]any `json:"steps"`
}

func trace(module string, start func(Script) func(n int) int) error {
	version, err := versionOf(module)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	decoder, encoder := json.NewDecoder(os.Stdin), json.NewEncoder(out)
	for {
		var script Script
		if err := decoder.Decode(&script); errors.Is(err, io.EOF) {
			return out.Flush()
		} else if err != nil {
			return err
		}
		partition, n := start(script), script.N
		for i, step := range script.Steps {
			var result any
			if step[0] == "cluster" {
				n = int(step[1].(float64))
			} else {
				result = partition(n)
			}
			script.Steps[i] = append(step, result)
		}
		if err := encoder.Encode(traced{module, version, []int32{}, script.Steps}); err != nil {
			return err
		}
	}
}

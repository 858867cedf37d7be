// Package rows turns a client's partitioner into the common shape of an oracle: NDJSON in and out.
//
// Each line of stdin is {"key": hex or null, "partitions": n}; each line of stdout is a row with
// the placement: a partition, null when the client's answers vary for this key, or "refused".
package rows

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

// Refused is the answer for a record that the client fails. It does so with every partition outside
// of 0 to n-1 that its partitioner may name, so all of them count as refused.
const Refused = -1

// Producer answers, as one producer of the client, where each key lies among n partitions.
//
// No key is nil; the empty key is not.
type Producer func(keys [][]byte, n int) []int

// OneByOne makes a producer of a client's function for one key.
func OneByOne(place func(key []byte, n int) (int, error)) Producer {
	return func(keys [][]byte, n int) []int {
		partitions := make([]int, len(keys))
		for i, key := range keys {
			partition, err := place(key, n)
			if err != nil {
				partition = Refused
			}
			partitions[i] = partition
		}
		return partitions
	}
}

// Answer answers stdin by the setting that the program's argument names.
//
// The client is named by its module; start makes a new producer with a setting.
func Answer[S any](module string, settings map[string]S, start func(S) Producer) {
	if err := answer(module, settings, start); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answer[S any](module string, settings map[string]S, start func(S) Producer) error {
	name := strings.Join(os.Args[1:], " ")
	setting, found := settings[name]
	if !found {
		known := strings.Join(slices.Sorted(maps.Keys(settings)), "; ")
		return fmt.Errorf("one of the settings wanted: %s; got %q", known, name)
	}
	version, err := versionOf(module)
	if err != nil {
		return err
	}
	questions, err := read(os.Stdin)
	if err != nil {
		return err
	}

	placements := place(questions, func() Producer { return start(setting) })
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for i, question := range questions {
		answered := row{module, version, name, question, placements[i], nil}
		if err := encoder.Encode(answered); err != nil {
			return err
		}
	}
	return out.Flush()
}

type question struct {
	Key        *string `json:"key"`
	Partitions int     `json:"partitions"`
	bytes      []byte
}

// A row's hash is null: no client here has its hash to ask for.
type row struct {
	Client      string `json:"client"`
	Version     string `json:"version"`
	Partitioner string `json:"partitioner"`
	question
	Placement any     `json:"placement"`
	Hash      *uint32 `json:"hash"`
}

func (asked question) name() string {
	if asked.Key == nil {
		return "null"
	}
	return *asked.Key
}

func read(in io.Reader) ([]question, error) {
	var questions []question
	decoder := json.NewDecoder(in)
	for {
		var asked question
		if err := decoder.Decode(&asked); errors.Is(err, io.EOF) {
			return questions, nil
		} else if err != nil {
			return nil, err
		}
		if asked.Key != nil {
			key, err := hex.DecodeString(*asked.Key)
			if err != nil {
				return nil, err
			}
			asked.bytes = append([]byte{}, key...)
		}
		questions = append(questions, asked)
	}
}

// place asks for every key that decides; the placement of the others is nil.
func place(questions []question, start func() Producer) []any {
	varies := varying(questions, start)
	asked := map[int][]int{}
	for i, question := range questions {
		if !varies[question.name()] {
			asked[question.Partitions] = append(asked[question.Partitions], i)
		}
	}
	placements := make([]any, len(questions))
	for n, indices := range asked {
		keys := make([][]byte, len(indices))
		for i, index := range indices {
			keys[i] = questions[index].bytes
		}
		for i, partition := range start()(keys, n) {
			placements[indices[i]] = partition
			if partition < 0 || partition >= n {
				placements[indices[i]] = "refused"
			}
		}
	}
	return placements
}

// varying finds the keys whose answers vary. A counter moves from one question to the next; what
// sticks to a partition stays there, and differs between producers.
func varying(questions []question, start func() Producer) map[string]bool {
	const producers, times, partitions = 4, 2, 1000
	var keys []question
	seen := map[string]bool{}
	for _, question := range questions {
		if !seen[question.name()] {
			seen[question.name()] = true
			keys = append(keys, question)
		}
	}

	first := map[string]int{}
	varies := map[string]bool{}
	for range producers {
		// In another order for each producer, since what has come before may decide.
		rand.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		asked := make([][]byte, 0, times*len(keys))
		for _, key := range keys {
			asked = append(asked, slices.Repeat([][]byte{key.bytes}, times)...)
		}
		for i, partition := range start()(asked, partitions) {
			name := keys[i/times].name()
			if before, ok := first[name]; ok && before != partition {
				varies[name] = true
			}
			first[name] = partition
		}
	}
	return varies
}

// versionOf reads a module's version from the program itself, where the linker wrote it.
func versionOf(module string) (string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", errors.New("this program was not built in module mode")
	}
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return strings.TrimPrefix(dependency.Version, "v"), nil
		}
	}
	return "", fmt.Errorf("no module %s in this program", module)
}

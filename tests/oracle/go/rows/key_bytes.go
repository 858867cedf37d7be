package rows

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// A Hex is bytes that a value holds as hexadecimal text.
type Hex []byte

// UnmarshalText reads the digits.
func (bytes *Hex) UnmarshalText(digits []byte) (err error) {
	*bytes, err = hex.AppendDecode(nil, digits)
	return err
}

// AnswerForms answers stdin with a client's serializers, each by its form, which makes bytes of a
// value.
//
// Each line of stdin is {"form": F, "value": V}; each line of stdout is the same with the bytes, in
// hex. The client is named by its package, its version is its module's.
func AnswerForms[V any](client, module string, forms map[string]func(V) ([]byte, error)) {
	if err := answerForms(client, module, forms); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answerForms[V any](client, module string, forms map[string]func(V) ([]byte, error)) error {
	version, err := versionOf(module)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	decoder, encoder := json.NewDecoder(os.Stdin), json.NewEncoder(out)
	for {
		row := struct {
			Client  string          `json:"client"`
			Version string          `json:"version"`
			Form    string          `json:"form"`
			Value   json.RawMessage `json:"value"`
			Bytes   string          `json:"bytes"`
		}{Client: client, Version: version}
		if err := decoder.Decode(&row); errors.Is(err, io.EOF) {
			return out.Flush()
		} else if err != nil {
			return err
		}
		serialize, found := forms[row.Form]
		if !found {
			return fmt.Errorf("no form %q", row.Form)
		}
		var value V
		if err := json.Unmarshal(row.Value, &value); err != nil {
			return err
		}
		bytes, err := serialize(value)
		if err != nil {
			return err
		}
		row.Bytes = hex.EncodeToString(bytes)
		if err := encoder.Encode(row); err != nil {
			return err
		}
	}
}

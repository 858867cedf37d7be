// Asks the Serde of franz-go's schema registry package.
package main

import (
	"github.com/twmb/franz-go/pkg/sr"

	"rows"
)

type value struct {
	SchemaID       int      `json:"schema_id"`
	MessageIndexes []int    `json:"message_indexes"`
	Payload        rows.Hex `json:"payload"`
}

func main() {
	rows.AnswerForms("franz-go/pkg/sr", "github.com/twmb/franz-go/pkg/sr",
		map[string]func(value) ([]byte, error){
			"schema_id_prefix":          encode,
			"schema_id_prefix_protobuf": encode,
		})
}

// encode writes the payload as the encoding of a registered type; indexes belong to Protobuf's.
func encode(asked value) ([]byte, error) {
	options := []sr.EncodingOpt{sr.EncodeFn(func(payload any) ([]byte, error) {
		return payload.(rows.Hex), nil
	})}
	if asked.MessageIndexes != nil {
		options = append(options, sr.Index(asked.MessageIndexes...))
	}
	serde := sr.NewSerde()
	serde.Register(asked.SchemaID, asked.Payload, options...)
	return serde.Encode(asked.Payload)
}

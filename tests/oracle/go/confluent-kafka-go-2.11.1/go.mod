module oracle

go 1.26.0

require (
	github.com/confluentinc/confluent-kafka-go/v2 v2.11.1
	rows v0.0.0
)

replace rows => ../rows

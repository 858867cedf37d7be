module oracle

go 1.26.0

require (
	github.com/segmentio/kafka-go v0.3.0
	rows v0.0.0
)

replace rows => ../rows

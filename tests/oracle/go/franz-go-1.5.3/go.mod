module oracle

go 1.26.0

require (
	github.com/twmb/franz-go v1.5.3
	rows v0.0.0
)

require (
	github.com/klauspost/compress v1.15.2 // indirect
	github.com/pierrec/lz4/v4 v4.1.14 // indirect
	github.com/twmb/franz-go/pkg/kmsg v1.0.0 // indirect
)

replace rows => ../rows

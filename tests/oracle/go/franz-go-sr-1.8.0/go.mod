module oracle

go 1.26.0

require (
	github.com/twmb/franz-go/pkg/sr v1.8.0
	rows v0.0.0
)

replace rows => ../rows

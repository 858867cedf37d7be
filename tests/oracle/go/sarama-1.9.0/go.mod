module oracle

go 1.26.0

require (
	github.com/Shopify/sarama v1.9.0
	rows v0.0.0
)

require (
	github.com/Shopify/toxiproxy v2.1.4+incompatible // indirect
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/eapache/go-resiliency v1.7.0 // indirect
	github.com/eapache/queue v1.1.0 // indirect
	github.com/golang/snappy v1.0.0 // indirect
	github.com/klauspost/crc32 v1.3.0 // indirect
	golang.org/x/sys v0.34.0 // indirect
)

replace rows => ../rows

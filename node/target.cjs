'use strict'

// The target that this process runs on, such as `linux-x64-gnu`: how native files and packages are
// named. The C library matters on Linux alone.

function libc() {
  // The report names the glibc it runs with; musl has no such line. Without the network part it is
  // made in a millisecond.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl'
}

const { platform, arch } = process

module.exports = platform === 'linux' ? `${platform}-${arch}-${libc()}` : `${platform}-${arch}`

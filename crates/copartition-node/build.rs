//! Leaves Node-API's symbols to the host process, as each platform's linker wants to be told.

fn main() {
    napi_build::setup();
}

import os from 'node:os'
import path from 'node:path'

/**
 * Goes into the environment of programs of ours that a test starts: what one of them has compiled, the next ones read. A command
 * of operators takes half of the time. The test runner keeps its own compiled code in the same place.
 */
export const compileCache = { NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'node-compile-cache') }

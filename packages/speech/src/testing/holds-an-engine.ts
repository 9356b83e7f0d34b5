import { startEngine } from '../local/engine-child.ts';

// A server that starts the engine of its arguments, prints the id of the engine's process and stays until it is killed.
const [, , program = '', modelPath = ''] = process.argv;
const limits = { maxBytes: 1e9, loadTimeoutMs: 150_000, pieceTimeoutMs: 150_000 };
const { pid } = await startEngine({ ...limits, modelPath, program: new URL(program) }, undefined);
process.stdout.write(`${pid}\n`);
setInterval(() => {}, 1_000);

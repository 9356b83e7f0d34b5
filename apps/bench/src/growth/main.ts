import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCosts } from './read-costs.ts';
import { writeFigures } from './write-figures.ts';

// `main.ts`: prints the figures of docs/growing.md from those of docs/performance.md.

const page = fileURLToPath(new URL('../../../../docs/performance.md', import.meta.url));
process.stdout.write(writeFigures(readCosts(readFileSync(page, 'utf8'))));

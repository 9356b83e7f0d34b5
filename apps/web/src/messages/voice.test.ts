import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * «Has iniciado sesión» refers to today in Spain, but not in Latin America. «Ha ocurrido un error» is the
 * specification's.
 */
const perfect = /\b(?:he|has|hemos|habéis|han) \p{L}+(?:ado|ido|to|cho|so)\b/giu;

it('texts report events in the preterite, which reads alike in Latin America and in Spain', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(perfect)].map(
      ([words]) => `${file}: ${words}`,
    ),
  );
  expect(found).toEqual([]);
});

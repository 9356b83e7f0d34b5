import { describe, expect, it } from 'vitest';
import { canBeTold, toSpanishTag } from './transcribe-cpp.ts';

const nemotron = ['en-US', 'en-GB', 'es-US', 'es-ES', 'fr-FR'];
const parakeet = ['de', 'en', 'es', 'fr'];

describe('the tag of Spanish', () => {
  it.each([
    ['short codes', parakeet, 'es'],
    ['codes with regions', nemotron, 'es-US'],
    ['Spain alone', ['en-US', 'es-ES'], 'es-ES'],
    ['America as a whole', ['es-ES', 'es-419'], 'es-419'],
    ['another region', ['en-US', 'es-MX'], 'es-MX'],
    ['both', ['es-ES', 'es'], 'es'],
    ['no list', [], 'es'],
    ['English alone', ['en'], null],
    ['Estonian', ['en', 'et-EE', 'est'], null],
  ])('is taken from the list of the model: %s', (_, languages, tag) => {
    expect(toSpanishTag(languages)).toBe(tag);
  });
});

describe('canBeTold', () => {
  it.each([
    ['whisper', ['en', 'es'], true],
    ['canary', ['en', 'es'], true],
    ['parakeet', nemotron, true],
    ['parakeet', parakeet, false],
    ['parakeet', [], false],
    ['parakeet', ['es'], true],
  ])('%s with %j: %s', (arch, languages, expected) => {
    expect(canBeTold(arch, languages)).toBe(expected);
  });
});

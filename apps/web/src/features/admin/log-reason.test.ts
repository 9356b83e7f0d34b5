import { expect, it } from 'vitest';
import { toLogReason } from './log-reason.ts';

it.each([
  ['set-flags', '{"showDownvotes":false,"recordOnly":true}', 'Votos negativos: no · Solo grabar: sí'],
  ['set-flags', 'not JSON', 'not JSON'],
  ['set-role', 'user → moderator', 'Usuario → Moderación'],
  ['set-role', 'user → administrator, at the server', 'Usuario → Administración, en el servidor'],
  ['repair-counters', 'stories: 3', 'Historias: 3 contadores'],
  ['repeat-transcriptions', '50', '50 grabaciones'],
  ['hide-story', 'stories: 3', 'stories: 3'],
  ['hide-story', null, null],
])('translates the reason of %s with %j into the words of the screen', (action, reason, expected) => {
  expect(toLogReason({ action, reason })).toBe(expected);
});

import { describe, expect, it } from 'vitest';
import { defaults } from '../text/defaults.ts';
import { mayBeginName } from './name-beginning.ts';
import { checkNewUsername, checkUsername, toDisplayName } from './rules.ts';

it('mayBeginName accepts beginnings of names, which have no spaces', () => {
  expect(['ana', '@ana', '', 'ana y', ' '].map(mayBeginName)).toEqual([true, true, false, false, false]);
});

describe('checkUsername', () => {
  it.each([
    ...'ana abril.sur José-Luis AZaz09 áéíóúüñ ÁÉÍÓÚÜÑ ._-'.split(' '),
    ' ana ',
    'a'.repeat(24),
    'ñ'.repeat(24),
  ])('accepts %j', (username) => {
    expect(checkUsername(username)).toBeNull();
  });

  it('distinguishes a missing name, a short one and a long one', () => {
    expect(checkUsername('')).toBe('USERNAME_REQUIRED');
    expect(checkUsername('  \n')).toBe('USERNAME_REQUIRED');
    expect(checkUsername('a')).toBe('USERNAME_TOO_SHORT');
    expect(checkUsername(' an ')).toBe('USERNAME_TOO_SHORT');
    expect(checkUsername('😀😀')).toBe('USERNAME_TOO_SHORT');
    expect(checkUsername('a'.repeat(25))).toBe('USERNAME_TOO_LONG');
    expect(checkUsername('😀'.repeat(25))).toBe('USERNAME_TOO_LONG');
  });

  it.each([
    'an a',
    'ana\nana',
    '😀'.repeat(24),
    ...'ana! !ana ana@ @ana ana/ ana: ana, ana^ ana` ana{ anà anç ane\u0301 😀😀😀 <b>ana'.split(' '),
    ...'ana\u200B ana\u0000 ana\u202Eaten \u2066ana\u2069 an\u200Fa an\u200Da an\u00ADa'.split(' '),
    ...'ana\u{E0041} ana\u3164 ana\u2800 \u0430na\u0441 \u{1D41A}na'.split(' '),
  ])('SEC-38: refuses the characters of %j', (username) => {
    expect(checkUsername(username)).toBe('USERNAME_INVALID');
  });
});

describe('SEC-57: checkNewUsername', () => {
  it.each([
    ...'admin ADMlN adm1n Administración moderador m0derad0ra moderador_2 el.moderador mode.rador'.split(' '),
    ...'soporte-24 relato Relato.Oficial re_lato relatooficial soporterelato equipo.relato sistema'.split(
      ' ',
    ),
    ...'ofícial root visitante Anónimo usuario feed.xml ana.JSON ana.mp3 ana.txt ana.feed.html'.split(' '),
  ])('reserves %j, except for users who already have it', (name) => {
    expect(checkNewUsername(name)).toBe('USERNAME_RESERVED');
    expect(checkUsername(name)).toBeNull();
  });

  it.each('ana adminístrame moderna mis_relatos abril.sur xml ana.lopez visitantes.3a ra.iz'.split(' '))(
    'leaves %j free',
    (name) => {
      expect(checkNewUsername(name)).toBeNull();
    },
  );

  it('reports an invalid name before a reserved one', () => {
    expect(checkNewUsername(' ad ')).toBe('USERNAME_TOO_SHORT');
    expect(checkNewUsername('admin!')).toBe('USERNAME_INVALID');
  });
});

describe('toDisplayName', () => {
  it('is the username, else the full name, else the local part of the e-mail, else the default', () => {
    const names = { username: 'ana', fullName: 'Ana Ñandú', email: 'anita@ejemplo.com' };
    expect(toDisplayName(names)).toBe('ana');
    expect(toDisplayName({ ...names, username: null })).toBe('Ana Ñandú');
    expect(toDisplayName({ ...names, username: null, fullName: null })).toBe('anita');
    expect(toDisplayName({ username: null, fullName: null, email: null })).toBe(defaults.userName);
  });
});

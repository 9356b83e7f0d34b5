import { describe, expect, it } from 'vitest';
import { emptyFunctions } from './leave-out.ts';

const code = `
function a() { return one(); }
const b = () => { return two(); };
c.prototype.d = function () { return three(); };
c.prototype.e = function () { return four(); };
function f() { function a1() { return five(); } return a1(); }`;

describe('emptyFunctions', () => {
  it('empties the functions of these names, and no others', () => {
    expect(emptyFunctions(code, ['a', 'b', 'a1'])).toBe(`
function a() {}
const b = () => {};
c.prototype.d = function () { return three(); };
c.prototype.e = function () { return four(); };
function f() { function a1() {} return a1(); }`);
    const rest = emptyFunctions(code, ['c.prototype.*']);
    expect(rest).toContain('one()');
    expect(rest).not.toMatch(/three|four/);
  });

  it('refuses a name that a new version of a package does not have, or has twice', () => {
    expect(() => emptyFunctions(code, ['g'])).toThrow('0 functions have the name g');
    expect(() => emptyFunctions(code, ['g.*'])).toThrow('0 functions');
    expect(() => emptyFunctions(`${code}\nfunction f() {}`, ['f'])).toThrow('2 functions have the name f');
  });
});

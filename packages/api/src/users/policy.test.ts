import { roles, userId, type Role } from '@relato/contract';
import { expect, it } from 'vitest';
import { canSeeEmail, canSuspend } from './policy.ts';

const viewer = (role: Role) => ({ id: userId.parse('019a9b3c-0000-7000-8000-000000000001'), role });
const others = (can: (role: Role) => boolean): readonly Role[] => roles.filter(can);
const suspendedBy = (role: Role) => others((of) => canSuspend(viewer(role), { id: 'other', role: of }));

it('moderators can suspend users, administrators every other user, and no user themselves', () => {
  expect(suspendedBy('user')).toEqual([]);
  expect(suspendedBy('moderator')).toEqual(['user']);
  expect(suspendedBy('administrator')).toEqual(roles);
  for (const role of roles) expect(canSuspend(viewer(role), { ...viewer(role), role: 'user' })).toBe(false);
});

it('only administrators can see e-mail addresses', () => {
  expect(others((role) => canSeeEmail(viewer(role)))).toEqual(['administrator']);
});

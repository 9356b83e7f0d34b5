import { canMount } from '@relato/testing/small-disk';
import { expect, it } from 'vitest';
import { killServer } from '../testing/drills/servers/killed-server.ts';
import { repeatSaves } from '../testing/drills/servers/same-save.ts';
import { fillSharedDisk } from '../testing/drills/database/shared-disk.ts';

// The short form of `npm run test:faults`, which tries these and other faults many times.

it('REL-01: a server that is killed loses and doubles nothing that it has acknowledged', async () => {
  const result = await killServer(1);
  expect(result).toMatchObject({ lost: 0, doubled: 0, problems: [] });
  expect(result.acknowledged).toBeGreaterThan(0);
});

it('REL-12: one save that is sent three times at once makes one story', async () => {
  const result = await repeatSaves(12);
  expect(result).toMatchObject({ lost: 0, doubled: 0, problems: [] });
  expect(result.acknowledged).toBe(36);
});

it.runIf(canMount())(
  'REL-33: a database whose disk is full to the last byte serves again by itself',
  async () => {
    const result = await fillSharedDisk(1);
    expect(result).toMatchObject({ lost: 0, doubled: 0, problems: [] });
    expect(result.acknowledged).toBeGreaterThan(0);
  },
);

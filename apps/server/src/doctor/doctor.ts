import type { Doctor, Services } from '@relato/api';
import type { Finding } from '@relato/contract';
import { checkAddress, checkTls } from './check-address.ts';
import { checkBackup, checkClock, checkMigrations, checkPush } from './check-database.ts';
import { checkMail } from './check-mail.ts';
import { checkProxy } from './check-proxy.ts';
import { checkDisk, checkStorage } from './check-storage.ts';
import type { Examined } from './examined.ts';
import { checkTranscription, type TranscriptionPlace } from './check-transcription.ts';

/** The parts of a server that the doctor checks. */
export interface Patient extends TranscriptionPlace {
  readonly services: Pick<
    Services,
    'database' | 'storage' | 'disk' | 'mailer' | 'pusher' | 'transcriber' | 'publicUrl'
  >;
  readonly databaseUrl: string;
  readonly trustedProxies: readonly string[];
}

/** Creates a function that runs all checks in sequence. A check that throws becomes a finding. */
export const createDoctor =
  (patient: Patient): Doctor =>
  async ({ mailTo, network }) => {
    const { services, databaseUrl, trustedProxies } = patient;
    const { publicUrl, database, storage, disk, mailer, pusher } = services;
    const checks: readonly (readonly [Finding['check'], () => Promise<Examined>])[] = [
      ['address', () => checkAddress(publicUrl)],
      ['tls', () => checkTls(publicUrl)],
      ['proxy', () => checkProxy({ publicUrl, trustedProxies, network })],
      ['mail', () => checkMail(mailer, { publicUrl, mailTo: mailTo ?? null })],
      ['storage', () => checkStorage(storage)],
      ['clock', () => checkClock(database)],
      ['disk', () => checkDisk(disk)],
      ['transcription', () => checkTranscription(patient)],
      ['backup', () => checkBackup(database)],
      ['migrations', () => checkMigrations(databaseUrl)],
      ['push', () => checkPush(database, { publicUrl, pusher })],
    ];
    const findings: Finding[] = [];
    for (const [check, examine] of checks) {
      const { found, advice = null } = await examine().catch(toExamined);
      findings.push({ check, found, advice });
    }
    return findings;
  };

const toExamined = (error: unknown): Examined => ({
  found: error instanceof Error ? error.message : String(error),
  advice: 'The check itself failed. The log of the server may say more.',
});

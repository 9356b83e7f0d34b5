import {
  DomainError,
  userId as toUserId,
  type LinkedIdentity,
  type OauthProvider,
  type UserId,
} from '@relato/contract';
import { uuidv7 } from 'uuidv7';
import { readClock, type Client } from '../clock.ts';
import { confirmAccount, lockAccountByEmail } from '../email/verification.ts';
import type { AuthContext, WriteAlong } from '../context.ts';
import { createMailToken, revokeMailTokens, type LockedAccount } from '../email/mail-tokens.ts';
import { lockOwnAccount, type Credentials } from '../session/reauthentication.ts';
import { createSession, type NewSession } from '../session/sessions.ts';
import { isBarred, toSignUpBarIds } from '../sign-up/bar-suspended.ts';
import { forgetDevices } from '../session/trusted-devices.ts';
import type { Identity } from './provider-identity.ts';

/** The notification for the owner of an account about a linked identity. */
export interface LinkNotice {
  readonly kind: 'identity-linked';
  readonly email: string;
  readonly provider: OauthProvider;
}

/** The mail to send after a sign-in or a link with an identity. */
export type OauthNotice =
  | LinkNotice
  /** Asks the mailbox to confirm an address that the provider did not verify. Until then, the account has none. */
  | {
      readonly kind: 'add-email';
      readonly email: string;
      readonly provider: OauthProvider;
      readonly token: string;
    };

interface Along {
  readonly writeAlong?: WriteAlong<LinkNotice> | undefined;
}

interface ResolvedAccount {
  readonly userId: string;
  readonly notice: OauthNotice | null;
}

/**
 * Signs in to the account of an identity. An unknown identity is linked to the account with its address if the provider
 * verified the address, and otherwise gets an account of its own. Throws TERMS_NOT_ACCEPTED for a new account without
 * accepted terms; ACCOUNT_SUSPENDED, also for an identity or address of a deleted suspended account; OAUTH_EMAIL_IN_USE if
 * the address has an account and the provider did not verify it.
 */
export async function signInWithIdentity(
  context: AuthContext,
  identity: Identity,
  {
    userAgent,
    acceptsTerms,
    writeAlong,
  }: Along & { readonly userAgent: string | null; readonly acceptsTerms: boolean },
): Promise<{ readonly session: NewSession; readonly notice: OauthNotice | null }> {
  const { clock, database } = context;
  const bars = await hashUnknown(database.prisma, identity);
  return database.prisma.$transaction(async (tx) => {
    const known = await lockIdentity(tx, identity);
    // The identity was unlinked since its bars were found unnecessary.
    if (known === null && bars === null) throw new DomainError('CONFLICT');
    const { userId, notice } =
      known === null
        ? await findOrCreateAccount(tx, identity, {
            now: await readClock(tx, clock),
            acceptsTerms,
            bars: bars ?? [],
          })
        : { userId: known, notice: null };
    const account = await lockUser(tx, userId);
    // The identity was unlinked while this transaction waited for the lock.
    if (!account || (await findUserId(tx, identity)) !== userId) throw new DomainError('CONFLICT');
    if (account.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
    await tx.identity.update({ where: toKey(identity), data: { email: identity.email } });
    if (notice?.kind === 'identity-linked') await writeAlong?.(tx, notice);
    return { session: await createSession(context, tx, account, userAgent), notice };
  });
}

/**
 * Links an identity to the account of a session. Throws IDENTITY_IN_USE if the identity belongs to another account or to a
 * deleted suspended one, or if the account has another identity of the provider; UNAUTHENTICATED if the session has ended.
 */
export async function linkIdentity(
  { clock, database }: AuthContext,
  identity: Identity,
  owner: Pick<Credentials, 'userId' | 'token'>,
  { writeAlong }: Along,
): Promise<LinkNotice | null> {
  const { userId } = owner;
  const bars = await toSignUpBarIds({ email: null, identities: [identity] });
  return database.prisma.$transaction(async (tx) => {
    const known = await lockIdentity(tx, identity);
    if (known === userId) return null;
    // A password reset during the call of the provider has ended the session and unlinked all identities.
    const account = await lockOwnAccount(tx, owner);
    if (known !== null || (await hasIdentityOf(tx, userId, identity.provider)))
      throw new DomainError('IDENTITY_IN_USE');
    if (await isBarred(tx, bars, await readClock(tx, clock))) throw new DomainError('IDENTITY_IN_USE');
    await saveIdentity(tx, identity, userId);
    const { email } = account;
    if (email === null) return null;
    const notice = { kind: 'identity-linked', email, provider: identity.provider } as const;
    await writeAlong?.(tx, notice);
    return notice;
  });
}

/** Unlinks an identity from an account. Throws IDENTITY_LAST if the account has no other way to sign in. */
export async function unlinkIdentity(
  { database }: AuthContext,
  userId: string,
  provider: OauthProvider,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await lockUser(tx, userId);
    const identities = await listIdentities(tx, userId);
    if (identities.some((each) => each.provider === provider && !each.canUnlink))
      throw new DomainError('IDENTITY_LAST');
    await tx.identity.deleteMany({ where: { userId, provider } });
  });
}

/**
 * Unlinks every identity of a locked account, and ends the attempts to link another, because an attacker with access to the
 * account may have linked them. The owner can link them again in the settings, or by a sign-in with a verified address.
 * Returns the providers for the notification of the owner.
 */
export async function unlinkAllIdentities(tx: Client, userId: string): Promise<readonly OauthProvider[]> {
  await tx.oauthAttempt.deleteMany({ where: { userId } });
  const identities = await tx.identity.findMany({
    where: { userId },
    select: { provider: true },
    orderBy: { provider: 'asc' },
  });
  await tx.identity.deleteMany({ where: { userId } });
  return identities.map(({ provider }) => provider);
}

export async function listIdentities(client: Client, userId: string): Promise<readonly LinkedIdentity[]> {
  const account = await client.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      passwordHash: true,
      identities: { select: { provider: true, email: true }, orderBy: { provider: 'asc' } },
    },
  });
  if (!account) return [];
  const { identities, email, passwordHash } = account;
  const canUnlink = identities.length > 1 || (email !== null && passwordHash !== null);
  return identities.map(({ provider, email: told }) => ({ provider, email: told, canUnlink }));
}

/** Returns the id of the account of an identity, or null. */
export async function findIdentityOwner(
  { database }: AuthContext,
  identity: Identity,
): Promise<UserId | null> {
  const found = await findUserId(database.prisma, identity);
  return found === null ? null : toUserId.parse(found);
}

const toKey = ({ provider, providerUserId }: Identity) => ({
  provider_providerUserId: { provider, providerUserId },
});

/** Serializes transactions with the same identity. Returns the id of its account, or null. */
async function lockIdentity(tx: Client, identity: Identity): Promise<string | null> {
  const name = `identity ${identity.provider} ${identity.providerUserId}`;
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  return findUserId(tx, identity);
}

async function findUserId(tx: Client, identity: Identity): Promise<string | null> {
  return (await tx.identity.findUnique({ where: toKey(identity) }))?.userId ?? null;
}

async function lockUser(tx: Client, id: string) {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.user.findUnique({ where: { id } });
}

const hasIdentityOf = async (tx: Client, userId: string, provider: OauthProvider): Promise<boolean> =>
  (await tx.identity.count({ where: { userId, provider } })) > 0;

async function saveIdentity(tx: Client, identity: Identity, userId: string): Promise<void> {
  const { provider, providerUserId, email } = identity;
  await tx.identity.create({ data: { provider, providerUserId, email, userId } });
}

/**
 * Returns the ids under which an unlinked identity may be barred, or null for a linked one. They are hashed before the
 * transaction, which would hold its locks meanwhile. An address that the provider did not verify may belong to another user,
 * so only a verified one counts as barred.
 */
async function hashUnknown(client: Client, identity: Identity): Promise<readonly string[] | null> {
  if ((await findUserId(client, identity)) !== null) return null;
  const { email, emailVerified } = identity;
  return toSignUpBarIds({ email: emailVerified ? email : null, identities: [identity] });
}

/** Finds or creates the account for an unlinked identity. */
async function findOrCreateAccount(
  tx: Client,
  identity: Identity,
  visit: { readonly now: Date; readonly acceptsTerms: boolean; readonly bars: readonly string[] },
): Promise<ResolvedAccount> {
  const { now, acceptsTerms, bars } = visit;
  const { email, emailVerified } = identity;
  const holder = email === null ? null : await lockAccountByEmail(tx, email);
  if (await isBarred(tx, bars, now)) throw new DomainError('ACCOUNT_SUSPENDED');
  if (holder?.emailVerifiedAt) return linkToConfirmedAccount(tx, identity, holder);
  if (!acceptsTerms) throw new DomainError('TERMS_NOT_ACCEPTED');
  if (email !== null && emailVerified) {
    if (holder) return takeOverUnconfirmedAccount(tx, identity, holder, now);
    const userId = await createAccount(tx, identity, now);
    // A sign-up has taken the address since the look-up.
    return userId === null ? findOrCreateAccount(tx, identity, visit) : { userId, notice: null };
  }
  return createWithoutEmail(tx, identity, now);
}

/** Links an identity to the account that has confirmed its address, if the provider has verified the address as well. */
async function linkToConfirmedAccount(
  tx: Client,
  identity: Identity,
  holder: LockedAccount,
): Promise<ResolvedAccount> {
  const { provider, emailVerified } = identity;
  // If the account has another identity of this provider, the address has changed hands there.
  if (!emailVerified || (await hasIdentityOf(tx, holder.id, provider)))
    throw new DomainError('OAUTH_EMAIL_IN_USE');
  if (holder.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
  await saveIdentity(tx, identity, holder.id);
  return { userId: holder.id, notice: { kind: 'identity-linked', email: holder.email, provider } };
}

/**
 * Gives an unconfirmed account to the owner of its address. Deletes everything in it first, because an attacker who knew the
 * address may have created it. https://arxiv.org/abs/2205.10174
 */
async function takeOverUnconfirmedAccount(
  tx: Client,
  identity: Identity,
  holder: LockedAccount,
  now: Date,
): Promise<ResolvedAccount> {
  if (holder.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
  const { id } = holder;
  await revokeMailTokens(tx, id, now);
  await tx.session.deleteMany({ where: { userId: id } });
  await tx.identity.deleteMany({ where: { userId: id } });
  await tx.oauthAttempt.deleteMany({ where: { userId: id } });
  await forgetDevices(tx, id);
  await tx.profile.deleteMany({ where: { id } });
  await tx.user.update({ where: { id }, data: { passwordHash: null, acceptedTermsAt: now } });
  await confirmAccount(tx, holder, null, now);
  await tx.profile.update({ where: { id }, data: { fullName: identity.fullName } });
  await saveIdentity(tx, identity, id);
  return { userId: id, notice: null };
}

/** Returns the id of the new account, or null if another account has the address by now. */
async function createAccount(tx: Client, identity: Identity, now: Date): Promise<string | null> {
  const id = uuidv7();
  const email = identity.emailVerified ? identity.email : null;
  const { count } = await tx.user.createMany({
    data: { id, email, emailVerifiedAt: email === null ? null : now, createdAt: now, acceptedTermsAt: now },
    skipDuplicates: true,
  });
  if (count === 0) return null;
  await tx.profile.create({ data: { id, fullName: identity.fullName } });
  await saveIdentity(tx, identity, id);
  return id;
}

/** Creates an account without the unverified address, and a token with which the mailbox can attach it. */
async function createWithoutEmail(tx: Client, identity: Identity, now: Date): Promise<ResolvedAccount> {
  const { email, provider } = identity;
  const userId = await createAccount(tx, { ...identity, emailVerified: false }, now);
  if (userId === null) throw new Error('An account without an address had a duplicate');
  if (email === null) return { userId, notice: null };
  const token = await createMailToken(tx, { id: userId, email }, 'verify_email', now);
  return { userId, notice: { kind: 'add-email', email, provider, token } };
}

import {
  DomainError,
  userId as toUserId,
  type LinkedIdentity,
  type OauthProvider,
  type UserId,
} from '@relato/contract';
import { uuidv7 } from 'uuidv7';
import { readClock, type Client } from '../clock.ts';
import { confirm, lockByEmail } from '../confirmation.ts';
import type { AuthContext } from '../context.ts';
import { createLink, endLinks, type Account } from '../links.ts';
import { lockOwnAccount, type Claim } from '../proof.ts';
import { createSession, type NewSession } from '../sessions.ts';
import { isBarred, toBarIds } from '../sign-up-bars.ts';
import type { Identity } from './identity.ts';

/** What is to be mailed because somebody came with an identity. */
export type Notice =
  /** The owner of an account learns that there is a new way into it. */
  | { readonly kind: 'identity-linked'; readonly email: string; readonly provider: OauthProvider }
  /** The provider vouches for no address: the mailbox does, and until then the account has none. */
  | {
      readonly kind: 'add-email';
      readonly email: string;
      readonly provider: OauthProvider;
      readonly token: string;
    };

interface Adopted {
  readonly userId: string;
  readonly notice: Notice | null;
}

/**
 * Signs in to the account of an identity. An unknown one joins the account with its address when the provider verified
 * it, or makes an account. Throws ACCOUNT_SUSPENDED, also for what a suspended account that was deleted had; OAUTH_EMAIL_IN_USE when the address has an account that the
 * provider's word is not enough for.
 */
export async function signInWithIdentity(
  context: AuthContext,
  identity: Identity,
  userAgent: string | null,
): Promise<{ readonly session: NewSession; readonly notice: Notice | null }> {
  const { clock, database } = context;
  return database.prisma.$transaction(async (tx) => {
    const known = await lockIdentity(tx, identity);
    const { userId, notice } =
      known === null
        ? await adopt(tx, identity, await readClock(tx, clock))
        : { userId: known, notice: null };
    const account = await lockUser(tx, userId);
    // Taken off the account while this waited for the lock.
    if (!account || (await findUserId(tx, identity)) !== userId) throw new DomainError('CONFLICT');
    if (account.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
    await tx.identity.update({ where: toKey(identity), data: { email: identity.email } });
    return { session: await createSession(context, tx, account, userAgent), notice };
  });
}

/**
 * Adds an identity to the account of who is signed in. Throws IDENTITY_IN_USE when it signs in to another account, or
 * did to a suspended one that was deleted, or the account has another one of this provider; UNAUTHENTICATED when the session is over.
 */
export async function linkIdentity(
  { clock, database }: AuthContext,
  identity: Identity,
  owner: Pick<Claim, 'userId' | 'token'>,
): Promise<Notice | null> {
  const { userId } = owner;
  return database.prisma.$transaction(async (tx) => {
    const known = await lockIdentity(tx, identity);
    if (known === userId) return null;
    // A recovery that came while the provider answered has ended the session, and all identities with it.
    const account = await lockOwnAccount(tx, owner);
    if (known !== null || (await hasIdentityOf(tx, userId, identity.provider)))
      throw new DomainError('IDENTITY_IN_USE');
    const bars = await toBarIds({ email: null, identities: [identity] });
    if (await isBarred(tx, bars, await readClock(tx, clock))) throw new DomainError('IDENTITY_IN_USE');
    await saveIdentity(tx, identity, userId);
    const { email } = account;
    return email === null ? null : { kind: 'identity-linked', email, provider: identity.provider };
  });
}

/** Takes an identity off an account. Throws IDENTITY_LAST when nothing else signs in to it. */
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

/** The identities of an account. */
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

/** Whose account it signs in to; null for nobody's. */
export async function findOwner({ database }: AuthContext, identity: Identity): Promise<UserId | null> {
  const found = await findUserId(database.prisma, identity);
  return found === null ? null : toUserId.parse(found);
}

const toKey = ({ provider, providerUserId }: Identity) => ({
  provider_providerUserId: { provider, providerUserId },
});

/** Of several who come with one identity at once, the others wait. Answers whose it is, or null. */
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

/** The account of an identity that nobody has yet. */
async function adopt(tx: Client, identity: Identity, now: Date): Promise<Adopted> {
  const { email, emailVerified } = identity;
  const holder = email === null ? null : await lockByEmail(tx, email);
  // An address that the provider did not verify may be somebody else's.
  const bars = await toBarIds({ email: emailVerified ? email : null, identities: [identity] });
  if (await isBarred(tx, bars, now)) throw new DomainError('ACCOUNT_SUSPENDED');
  if (holder?.emailVerifiedAt) return join(tx, identity, holder);
  if (email !== null && emailVerified) {
    if (holder) return claim(tx, identity, holder, now);
    const userId = await createAccount(tx, identity, now);
    // Somebody signed up with the address at this moment.
    return userId === null ? adopt(tx, identity, now) : { userId, notice: null };
  }
  return createWithoutEmail(tx, identity, now);
}

/** An account whose address is confirmed gets one more way in when the provider verified the same address. */
async function join(tx: Client, identity: Identity, holder: Account): Promise<Adopted> {
  const { provider, emailVerified } = identity;
  // Another identity of this provider: its address went to somebody else.
  if (!emailVerified || (await hasIdentityOf(tx, holder.id, provider)))
    throw new DomainError('OAUTH_EMAIL_IN_USE');
  if (holder.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
  await saveIdentity(tx, identity, holder.id);
  return { userId: holder.id, notice: { kind: 'identity-linked', email: holder.email, provider } };
}

/**
 * An account that was never confirmed may have been made by anybody who knew the address: nothing of theirs outlives
 * its owner's coming. https://arxiv.org/abs/2205.10174
 */
async function claim(tx: Client, identity: Identity, holder: Account, now: Date): Promise<Adopted> {
  if (holder.suspendedAt) throw new DomainError('ACCOUNT_SUSPENDED');
  const { id } = holder;
  await endLinks(tx, id, now);
  await tx.session.deleteMany({ where: { userId: id } });
  await tx.identity.deleteMany({ where: { userId: id } });
  await tx.oauthAttempt.deleteMany({ where: { userId: id } });
  await tx.knownBrowser.deleteMany({ where: { userId: id } });
  await tx.profile.deleteMany({ where: { id } });
  await tx.user.update({ where: { id }, data: { passwordHash: null } });
  await confirm(tx, holder, null, now);
  await tx.profile.update({ where: { id }, data: { fullName: identity.fullName } });
  await saveIdentity(tx, identity, id);
  return { userId: id, notice: null };
}

/** Null when the address was taken meanwhile. */
async function createAccount(tx: Client, identity: Identity, now: Date): Promise<string | null> {
  const id = uuidv7();
  const email = identity.emailVerified ? identity.email : null;
  const { count } = await tx.user.createMany({
    data: { id, email, emailVerifiedAt: email === null ? null : now, createdAt: now },
    skipDuplicates: true,
  });
  if (count === 0) return null;
  await tx.profile.create({ data: { id, fullName: identity.fullName } });
  await saveIdentity(tx, identity, id);
  return id;
}

/** What nobody verified is no address of the account: its mailbox may add it. */
async function createWithoutEmail(tx: Client, identity: Identity, now: Date): Promise<Adopted> {
  const { email, provider } = identity;
  const userId = await createAccount(tx, { ...identity, emailVerified: false }, now);
  if (userId === null) throw new Error('An account without an address had a duplicate');
  if (email === null) return { userId, notice: null };
  const token = await createLink(tx, { id: userId, email }, 'verify_email', now);
  return { userId, notice: { kind: 'add-email', email, provider, token } };
}

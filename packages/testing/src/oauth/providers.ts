import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  startLoopback,
  type Loopback,
  type LoopbackAnswer,
  type LoopbackRequest,
} from '../network/loopback.ts';

type Provider = 'google' | 'facebook';
type Step = 'ask' | 'decide' | 'token' | 'profile';

/** The account that a person enters on the consent page. */
export interface FakePerson {
  /** The provider's id of the person. */
  readonly id: string;
  readonly name: string;
  /** Empty for an account without an address. */
  readonly email: string;
  /** Only Google reports it. */
  readonly emailVerified: boolean;
}

export interface FakeClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface FakeProviders extends Loopback<Step> {
  readonly clients: Readonly<Record<Provider, FakeClient>>;
  /** Overrides claims of Google's next ID token. */
  readonly nextClaims: (claims: Readonly<Record<string, unknown>>) => void;
}

interface Grant {
  readonly provider: Provider;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly nonce: string | null;
  readonly person: FakePerson;
}

const clients = {
  google: { clientId: '1234-relato.apps.googleusercontent.com', clientSecret: 'GOCSPX-loopback-secret' },
  facebook: { clientId: '987654321', clientSecret: 'loopback-app-secret' },
} as const satisfies Record<Provider, FakeClient>;

/**
 * Starts a fake of Google's and Facebook's OAuth endpoints on loopback: a consent page with buttons, codes for one use that
 * are bound to client, redirect URI and PKCE challenge, and the providers' error answers.
 */
export async function startFakeProviders(): Promise<FakeProviders> {
  const codes = new Map<string, Grant>();
  const accessTokens = new Map<string, FakePerson>();
  let nextClaims: Readonly<Record<string, unknown>> = {};

  const answer = (request: LoopbackRequest<Step>): LoopbackAnswer => {
    const url = new URL(request.path, 'http://loopback');
    const form = new URLSearchParams(request.body.toString('utf8'));
    const provider: Provider = /^\/v\d/.test(url.pathname) ? 'facebook' : 'google';
    switch (request.step) {
      case 'ask':
        return ask(provider, url);
      case 'decide':
        return decide(provider, url.searchParams, form, codes);
      case 'token': {
        const grant = takeGrant(provider, form, codes);
        if (typeof grant === 'string') return refuseToken(provider, grant);
        const accessToken = randomBytes(24).toString('base64url');
        accessTokens.set(accessToken, grant.person);
        const body = { access_token: accessToken, token_type: 'bearer', expires_in: 3599 };
        if (provider === 'facebook') return { body };
        const claims = { ...toClaims(grant), ...nextClaims };
        nextClaims = {};
        return { body: { ...body, scope: 'openid email profile', id_token: toIdToken(claims) } };
      }
      case 'profile':
        return tellProfile(request, url.searchParams, accessTokens);
      case null:
        return { status: 404, body: 'Not found' };
    }
  };
  const server = await startLoopback<Step>({ toStep, answer });
  return {
    ...server,
    clients,
    nextClaims: (claims) => {
      nextClaims = claims;
    },
  };
}

function toStep(method: string, path: string): Step | null {
  const { pathname } = new URL(path, 'http://loopback');
  if (/^(\/o\/oauth2\/v2\/auth|\/v\d+\.0\/dialog\/oauth)$/.test(pathname))
    return method === 'POST' ? 'decide' : 'ask';
  if (/^(\/token|\/v\d+\.0\/oauth\/access_token)$/.test(pathname)) return method === 'POST' ? 'token' : null;
  return /^\/v\d+\.0\/me$/.test(pathname) && method === 'GET' ? 'profile' : null;
}

/** Returns the error of an invalid authorization request, which the page shows instead of the consent, or null. */
function complain(provider: Provider, query: URLSearchParams): string | null {
  if (query.get('client_id') !== clients[provider].clientId) return 'invalid_client';
  if (!query.get('redirect_uri')?.endsWith(`/auth/${provider}/callback`)) return 'redirect_uri_mismatch';
  if (query.get('response_type') !== 'code') return 'unsupported_response_type';
  const scope = { google: 'openid email profile', facebook: 'email public_profile' }[provider];
  if (query.get('scope') !== scope) return 'invalid_scope';
  if (provider === 'google' && query.get('code_challenge_method') !== 'S256') return 'invalid_request';
  return null;
}

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' };

function ask(provider: Provider, { searchParams }: URL): LoopbackAnswer {
  const complaint = complain(provider, searchParams);
  const title = { google: 'Google', facebook: 'Facebook' }[provider];
  if (complaint !== null)
    return {
      status: 400,
      headers: htmlHeaders,
      body: `<h1>Access blocked</h1><p>Error 400: ${complaint}</p>`,
    };
  return {
    headers: htmlHeaders,
    body: `<!doctype html><html lang="en"><title>Sign in - ${title}</title><h1>${title}</h1>
<form method="post">
<label>Account <input name="id" required></label>
<label>Name <input name="name"></label>
<label>Email <input name="email"></label>
<label><input type="checkbox" name="verified"> Email verified</label>
<button name="decision" value="allow">Continue</button>
<button name="decision" value="deny" formnovalidate>Cancel</button>
</form></html>`,
  };
}

function decide(
  provider: Provider,
  query: URLSearchParams,
  form: URLSearchParams,
  codes: Map<string, Grant>,
): LoopbackAnswer {
  if (complain(provider, query) !== null) return { status: 400, body: 'Bad request' };
  const redirectUri = query.get('redirect_uri') ?? '';
  const location = new URL(redirectUri);
  location.searchParams.set('state', query.get('state') ?? '');
  if (form.get('decision') === 'allow') {
    const code = `4/${randomBytes(24).toString('base64url')}`;
    const person = {
      id: form.get('id') ?? '',
      name: form.get('name') ?? '',
      email: form.get('email') ?? '',
      emailVerified: form.has('verified'),
    };
    const [challenge, nonce] = [query.get('code_challenge'), query.get('nonce')];
    codes.set(code, { provider, redirectUri, challenge, nonce, person });
    location.searchParams.set('code', code);
  } else {
    location.searchParams.set('error', 'access_denied');
    if (provider === 'facebook') location.searchParams.set('error_reason', 'user_denied');
  }
  // Facebook adds this fragment to every redirect.
  if (provider === 'facebook') location.hash = '_=_';
  return { status: 302, headers: { location: location.href } };
}

/** Consumes a code and returns its grant, or the name of the error. */
function takeGrant(provider: Provider, form: URLSearchParams, codes: Map<string, Grant>): Grant | string {
  const { clientId, clientSecret } = clients[provider];
  if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
    return 'invalid_client';
  const code = form.get('code') ?? '';
  const grant = codes.get(code);
  codes.delete(code);
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const isRight =
    grant?.provider === provider &&
    grant.redirectUri === form.get('redirect_uri') &&
    (grant.challenge === null || grant.challenge === challenge) &&
    form.get('grant_type') === 'authorization_code';
  return isRight ? grant : 'invalid_grant';
}

function refuseToken(provider: Provider, error: string): LoopbackAnswer {
  if (provider === 'google') {
    return {
      status: error === 'invalid_client' ? 401 : 400,
      body: { error, error_description: 'Bad Request' },
    };
  }
  const message = 'This authorization code has been used.';
  return { status: 400, body: { error: { message, type: 'OAuthException', code: 100, fbtrace_id: 'A1b2' } } };
}

function toClaims({ person, nonce }: Grant): Record<string, unknown> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const { clientId } = clients.google;
  return {
    iss: 'https://accounts.google.com',
    azp: clientId,
    aud: clientId,
    sub: person.id,
    ...(person.email !== '' && { email: person.email, email_verified: person.emailVerified }),
    nonce,
    name: person.name,
    iat: issuedAt,
    exp: issuedAt + 3600,
  };
}

/** Returns a JWT with a random signature. Clients need not verify it, because they get it directly from the provider. */
function toIdToken(claims: Readonly<Record<string, unknown>>): string {
  const parts = [{ alg: 'RS256', kid: 'loopback', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, randomBytes(256).toString('base64url')].join('.');
}

function tellProfile(
  { headers }: LoopbackRequest<Step>,
  query: URLSearchParams,
  accessTokens: ReadonlyMap<string, FakePerson>,
): LoopbackAnswer {
  const token = (headers.authorization ?? '').replace(/^Bearer /, '');
  const person = accessTokens.get(token);
  const proof = createHmac('sha256', clients.facebook.clientSecret).update(token).digest('hex');
  if (!person || query.get('appsecret_proof') !== proof) {
    const message = 'Invalid OAuth access token.';
    return {
      status: 401,
      body: { error: { message, type: 'OAuthException', code: 190, fbtrace_id: 'A1b2' } },
    };
  }
  const { id, name, email } = person;
  const all: Readonly<Record<string, string>> = { id, name, ...(email !== '' && { email }) };
  const fields = (query.get('fields') ?? 'id,name').split(',');
  return { body: Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field))) };
}

/**
 * Submits the consent page at `url` like a browser. Returns the URL of the redirect back. Null cancels. Throws if the page
 * shows an error.
 */
export async function decideAt(url: string, person: FakePerson | null): Promise<URL> {
  const page = await fetch(url);
  if (!page.ok) throw new Error(`The consent page says: ${await page.text()}`);
  const form = new URLSearchParams(
    person === null
      ? { decision: 'deny' }
      : { decision: 'allow', id: person.id, name: person.name, email: person.email },
  );
  if (person?.emailVerified) form.set('verified', 'on');
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

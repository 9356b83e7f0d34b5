import { CodeChallengeMethod, decodeIdToken, OAuth2Client, OAuth2Tokens } from 'arctic';
import { callProvider, ProviderError } from './call-provider.ts';
import { toEmail, toFullName, toProviderUserId, type Identity } from './provider-identity.ts';
import type { Provider, ProviderSettings } from './provider.ts';

const scopes = ['openid', 'email', 'profile'];

/** https://developers.google.com/identity/openid-connect/openid-connect */
export function createGoogle(
  { clientId, clientSecret, baseUrl }: ProviderSettings,
  redirectUri: string,
): Provider {
  const client = new OAuth2Client(clientId, clientSecret, redirectUri);
  const authorizationUrl = `${baseUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`;
  const tokenUrl = `${baseUrl ?? 'https://oauth2.googleapis.com'}/token`;
  return {
    createAuthorizationUrl: ({ state, codeVerifier, nonce }) => {
      const { S256 } = CodeChallengeMethod;
      const url = client.createAuthorizationURLWithPKCE(authorizationUrl, state, S256, codeVerifier, scopes);
      url.searchParams.set('nonce', nonce);
      // Lets a user with several Google accounts choose one.
      url.searchParams.set('prompt', 'select_account');
      return url;
    },
    requireIdentity: async (code, { codeVerifier, nonce }, now) => {
      const { status, body } = await callProvider(tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: codeVerifier,
          client_id: clientId,
          client_secret: clientSecret,
        }),
      });
      if (status !== 200) throw new ProviderError(`token: status ${status}, ${toErrorName(body.error)}`);
      return toIdentity(readClaims(body), { clientId, nonce, now });
    },
  };
}

/** Lets only error names of the protocol, such as invalid_grant, into logs. */
const toErrorName = (error: unknown): string =>
  typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : 'no error name';

type Claims = Readonly<Record<string, unknown>>;

/** The signature need not be verified, because the token came over TLS from its issuer (OpenID Connect Core 3.1.3.7, point 6). */
function readClaims(body: object): Claims {
  try {
    return { ...decodeIdToken(new OAuth2Tokens(body).idToken()) };
  } catch {
    throw new ProviderError('token: no readable id_token');
  }
}

interface Expected {
  readonly clientId: string;
  readonly nonce: string;
  readonly now: Date;
}

const issuers: ReadonlySet<unknown> = new Set(['https://accounts.google.com', 'accounts.google.com']);

function toIdentity(claims: Claims, { clientId, nonce, now }: Expected): Identity {
  const { iss, aud, azp, exp, sub } = claims;
  const providerUserId = toProviderUserId(sub);
  const wrong = [
    !issuers.has(iss) && 'iss',
    aud !== clientId && 'aud',
    azp !== undefined && azp !== clientId && 'azp',
    (typeof exp !== 'number' || exp * 1000 <= now.getTime()) && 'exp',
    claims.nonce !== nonce && 'nonce',
  ].filter((claim) => claim !== false);
  if (wrong.length > 0) throw new ProviderError(`id_token: wrong ${wrong.join(', ')}`);
  if (providerUserId === null) throw new ProviderError('id_token: wrong sub');
  return {
    provider: 'google',
    providerUserId,
    email: toEmail(claims.email),
    emailVerified: claims.email_verified === true,
    fullName: toFullName(claims.name),
  };
}

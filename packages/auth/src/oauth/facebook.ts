import { createHmac } from 'node:crypto';
import { OAuth2Client, OAuth2Tokens } from 'arctic';
import { callProvider, ProviderError } from './call-provider.ts';
import { toEmail, toFullName, toProviderUserId } from './provider-identity.ts';
import type { Provider, ProviderSettings } from './provider.ts';

const version = 'v23.0';
const scopes = ['email', 'public_profile'];

/** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export function createFacebook(
  { clientId, clientSecret, baseUrl }: ProviderSettings,
  redirectUri: string,
): Provider {
  const client = new OAuth2Client(clientId, clientSecret, redirectUri);
  const dialogUrl = `${baseUrl ?? 'https://www.facebook.com'}/${version}/dialog/oauth`;
  const graphUrl = `${baseUrl ?? 'https://graph.facebook.com'}/${version}`;

  async function requireAccessToken(code: string): Promise<string> {
    const { status, body } = await callProvider(`${graphUrl}/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    if (status !== 200) throw new ProviderError(`token: status ${status}`);
    try {
      return new OAuth2Tokens(body).accessToken();
    } catch {
      throw new ProviderError('token: no access_token');
    }
  }

  return {
    createAuthorizationUrl: ({ state }) => client.createAuthorizationURL(dialogUrl, state, scopes),
    requireIdentity: async (code) => {
      const accessToken = await requireAccessToken(code);
      // Proves that the caller knows the app's secret, which an app can require.
      const proof = createHmac('sha256', clientSecret).update(accessToken).digest('hex');
      const query = new URLSearchParams({ fields: 'id,name,email', appsecret_proof: proof });
      const { status, body } = await callProvider(`${graphUrl}/me?${query.toString()}`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      const providerUserId = toProviderUserId(body.id);
      if (status !== 200 || providerUserId === null) throw new ProviderError(`profile: status ${status}`);
      return {
        provider: 'facebook',
        providerUserId,
        email: toEmail(body.email),
        // Facebook does not report whether the address is verified, and it may belong to somebody else by now.
        emailVerified: false,
        fullName: toFullName(body.name),
      };
    },
  };
}

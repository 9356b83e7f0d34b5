import type { OauthProvider } from '@relato/contract';
import { createFacebook } from './facebook.ts';
import { createGoogle } from './google.ts';
import type { Identity } from './provider-identity.ts';

export interface ProviderSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The origin of a fake provider, in tests. */
  readonly baseUrl?: string | undefined;
}

export type ProvidersSettings = Readonly<Partial<Record<OauthProvider, ProviderSettings>>>;

/** The values that bind a provider's answer to one attempt of one browser. */
export interface AttemptSecrets {
  readonly state: string;
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface Provider {
  /** Returns the URL at which the provider asks the user for consent. */
  readonly createAuthorizationUrl: (secrets: AttemptSecrets) => URL;
  /**
   * Exchanges an authorization code for the user's identity. `now` is compared with the expiry of tokens. Throws
   * ProviderError.
   */
  readonly requireIdentity: (
    code: string,
    secrets: Pick<AttemptSecrets, 'codeVerifier' | 'nonce'>,
    now: Date,
  ) => Promise<Identity>;
}

const factories = { google: createGoogle, facebook: createFacebook } as const;

/** Creates the configured providers, in the order of the buttons. `publicUrl` is the origin that they redirect back to. */
export function createProviders(
  settings: ProvidersSettings,
  publicUrl: string,
): ReadonlyMap<OauthProvider, Provider> {
  const names = ['google', 'facebook'] as const;
  return new Map(
    names.flatMap((name) => {
      const own = settings[name];
      return own ? [[name, factories[name](own, `${publicUrl}/auth/${name}/callback`)] as const] : [];
    }),
  );
}

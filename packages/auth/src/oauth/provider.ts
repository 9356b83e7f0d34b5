import type { Identity } from './provider-identity.ts';

export interface ProviderSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The origin of a fake provider, in tests. */
  readonly baseUrl?: string | undefined;
}

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

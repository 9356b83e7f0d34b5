/** Matches the addresses that the server answers, for the proxy of Vite, which answers all others. */
export const serverPaths = String.raw`^/(?:(?:audio|auth|compartir|embed|export|feed|legal|livez|metrics|oembed|photo|preview|privacidad|readyz|robots\.txt|sitemap|sitemap\.xml|transcript|trpc|upload)(?:[/?]|$)|(?:u|tema)/[^/]+/feed\.xml)`;

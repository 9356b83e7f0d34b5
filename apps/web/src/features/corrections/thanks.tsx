import type { Carers } from '@relato/contract/corrections/types';
import { Link } from '@tanstack/react-router';
import { correctionsText } from '../../messages/stories/corrections.ts';

/** Thanks those who corrected the text of a story. */
export function Thanks({ carers: { usernames, others } }: { readonly carers: Carers }) {
  return (
    <p className="min-h-11 py-2.5 text-sm wrap-anywhere">
      {correctionsText.thanks}
      {correctionsText.names(usernames, others).map((value) => {
        const username = value.startsWith('@') ? value.slice(1) : null;
        return username === null ? (
          value
        ) : (
          <Link
            key={username}
            to="/u/$username"
            params={{ username }}
            preload={false}
            className="touch inline-block font-[650] hover:underline"
          >
            {value}
          </Link>
        );
      })}
    </p>
  );
}

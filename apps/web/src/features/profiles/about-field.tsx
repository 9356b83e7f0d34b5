import { useState } from 'react';
import { limits } from '@relato/contract/limits';
import { checkAbout } from '@relato/contract/profiles/rules';
import { countCharacters } from '@relato/contract/text/rules';
import { errorText } from '../../messages/errors.ts';
import { profilesText } from '../../messages/profiles.ts';
import { TextArea } from '../../ui/fields/text-area.tsx';

interface AboutFieldProps {
  /** Undefined while the profile loads. The field shows already, so that nothing moves. */
  readonly about: string | undefined;
}

export function AboutField({ about }: AboutFieldProps) {
  // The form compares the typed text with the shown one, whatever another tab has saved meanwhile.
  const [shown] = useState(about ?? '');
  const [typed, setTyped] = useState(shown);
  const refused = checkAbout(typed);
  return (
    <TextArea
      label={profilesText.about}
      name="about"
      defaultValue={shown}
      rows={2}
      disabled={about === undefined}
      onChange={({ target }) => setTyped(target.value)}
      error={refused === null ? undefined : errorText[refused]}
      hint={profilesText.aboutHint(limits.about.maxLength - countCharacters(typed.trim()))}
    />
  );
}

import { useState } from 'react';
import { isLoudnessEven, setLoudnessEven } from '../../lib/settings/loudness-setting.ts';
import { profilesText } from '../../messages/profiles.ts';
import { Switch } from '../../ui/fields/switch.tsx';

/** The switch for equally loud stories. It belongs to the device, and takes effect with the next tap on play. */
export function LoudnessSwitch() {
  const [isEven, setEven] = useState(isLoudnessEven);
  return (
    <section className="mt-5">
      <Switch
        label={profilesText.evenLoudness}
        hint={profilesText.evenLoudnessHint}
        checked={isEven}
        onChange={(checked) => {
          setLoudnessEven(checked);
          setEven(checked);
        }}
      />
    </section>
  );
}

import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useProfileRefresh } from '../username-field.tsx';
import { trpc } from '../../../lib/calls/trpc.ts';
import { toErrorText } from '../../../lib/errors/error-text.ts';
import { profilesText } from '../../../messages/profiles.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { showToast } from '../../../ui/toasts/toast-store.ts';
import { cutPhoto, type CutArea } from './crop-photo.ts';
import { useIsThere } from '../../../lib/layout/use-is-there.ts';

interface PhotoCropProps {
  readonly picture: HTMLCanvasElement;
  readonly onClose: () => void;
}

const maxZoom = 4;
const text = profilesText.photo;

/** Cuts a square out of a picture and saves it. A finger, the mouse or the arrow keys move the square. */
export function PhotoCrop({ picture, onClose }: PhotoCropProps) {
  const [shown] = useState(() => picture.toDataURL('image/jpeg', 0.8));
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CutArea | null>(null);
  const refresh = useProfileRefresh();
  const isThere = useIsThere();
  const save = trpc.profiles.setPhoto.useMutation({
    onSuccess: () => {
      showToast({ title: text.saved });
      if (isThere()) onClose();
    },
    // An error also refetches, because the answer may be lost although the change was made.
    onSettled: () => void refresh(),
  });
  return (
    <div className="mt-4 flex flex-col gap-3">
      <div className="relative mx-auto aspect-square w-full max-w-[min(20rem,45dvh)] overflow-hidden rounded-field bg-sunken">
        <Cropper
          image={shown}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': text.move, role: 'group' }}
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
        />
      </div>
      <label className="flex min-h-11 items-center gap-3 text-sm font-[650]">
        {text.zoom}
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          className="h-11 min-w-0 flex-1 accent-voice"
          onChange={({ target }) => setZoom(target.valueAsNumber)}
        />
      </label>
      <FormError text={save.isError ? toErrorText(save.error) : undefined} />
      <Button
        busy={save.isPending || area === null}
        onClick={() => area && save.mutate({ image: cutPhoto(picture, area) })}
      >
        {text.save}
      </Button>
      <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
        {text.cancel}
      </Button>
    </div>
  );
}

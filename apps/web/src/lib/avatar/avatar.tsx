import { avatarLetter, avatarTone, toPhotoPath } from '@relato/contract/profiles/avatar';

interface AvatarProps {
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly photo?: string | undefined;
  readonly size?: 'small' | 'medium' | 'large';
  /** True for a person without an account, who has no colour of their own. */
  readonly visitor?: boolean;
}

const sizes = {
  small: 'size-9 text-[0.875rem]',
  medium: 'size-12 text-[1.125rem]',
  large: 'size-[min(5.5rem,25vw)] text-heading font-display',
} as const;

const avatarTones = [
  'bg-avatar-1 text-on-avatar',
  'bg-avatar-2 text-on-avatar',
  'bg-avatar-3 text-on-avatar',
  'bg-avatar-4 text-on-avatar',
  'bg-avatar-5 text-on-avatar',
  'bg-avatar-6 text-on-avatar',
] as const;

/** Decoration beside a written name; screen readers skip it. */
export function Avatar({ username, email, photo, size = 'small', visitor = false }: AvatarProps) {
  const tone = visitor
    ? 'bg-sunken text-muted'
    : avatarTones[avatarTone(username ?? email ?? '', avatarTones.length)];
  return (
    <span
      aria-hidden="true"
      className={`relative grid shrink-0 overflow-hidden place-items-center rounded-pill leading-none font-bold select-none ${sizes[size]} ${tone}`}
    >
      {avatarLetter(username, email)}
      {/* Covers the letter, which stays if the picture cannot be loaded. */}
      {photo !== undefined && (
        <img
          src={toPhotoPath(photo, size === 'large' ? 'large' : 'small')}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}

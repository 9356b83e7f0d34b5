import { avatarLetter, avatarTone } from '@relato/contract/profiles/avatar';

interface AvatarProps {
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly size?: 'small' | 'medium' | 'large';
  /** True for who has no account, and with it no color of their own. */
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
export function Avatar({ username, email, size = 'small', visitor = false }: AvatarProps) {
  const tone = visitor
    ? 'bg-sunken text-muted'
    : avatarTones[avatarTone(username ?? email ?? '', avatarTones.length)];
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-pill leading-none font-bold select-none ${sizes[size]} ${tone}`}
    >
      {avatarLetter(username, email)}
    </span>
  );
}

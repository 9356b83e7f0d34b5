/** The background and text of an avatar, as classes. */
export const avatarTones = [
  'bg-avatar-1 text-on-avatar',
  'bg-avatar-2 text-on-avatar',
  'bg-avatar-3 text-on-avatar',
  'bg-avatar-4 text-on-avatar',
  'bg-avatar-5 text-on-avatar',
  'bg-avatar-6 text-on-avatar',
] as const;

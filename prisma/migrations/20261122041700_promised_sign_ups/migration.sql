-- A confirmation link confirms the sign-up that it was mailed for, whatever was signed up for since.
ALTER TABLE "mail_tokens" ADD COLUMN "password_hash" TEXT,
ADD COLUMN "wanted_username" TEXT;

UPDATE mail_tokens SET password_hash = users.password_hash, wanted_username = users.wanted_username
FROM users
WHERE mail_tokens.user_id = users.id AND mail_tokens.purpose = 'verify_email' AND mail_tokens.used_at IS NULL
  AND mail_tokens.email = users.email AND users.email_verified_at IS NULL;

-- users.wanted_username stays: a server of the version before names it in every statement about an account.

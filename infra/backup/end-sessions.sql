-- A backup is older than what people have done since: without this, sessions that they ended and links that they used
-- would be valid again.
DELETE FROM auth.sessions;
DELETE FROM auth.link_mails;
DELETE FROM auth.attempts;

-- What else is taken away from readers of a replica: explanations and corrections, and what a profile said.
CREATE TRIGGER corrections_count_removal AFTER UPDATE OF state ON corrections FOR EACH ROW
  WHEN (OLD.state = 'accepted' AND NEW.state <> 'accepted') EXECUTE FUNCTION count_removal();
CREATE TRIGGER corrections_count_deletion AFTER DELETE ON corrections FOR EACH ROW
  WHEN (OLD.state = 'accepted') EXECUTE FUNCTION count_removal();
CREATE TRIGGER profiles_count_removal AFTER UPDATE OF about, photo_id ON profiles FOR EACH ROW
  WHEN (OLD.about <> '' AND NEW.about <> OLD.about OR OLD.photo_id IS NOT NULL AND NEW.photo_id IS DISTINCT FROM OLD.photo_id)
  EXECUTE FUNCTION count_removal();

-- Its reporters do not keep the title of a story that is deleted, alone or with its account.
CREATE FUNCTION forget_reported_title() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE public.notices SET subject = ''
    WHERE story_id = OLD.id AND kind IN ('report_hidden', 'report_kept', 'report_closed') AND subject <> '';
  RETURN OLD;
END
$$;
CREATE TRIGGER stories_forget_reported_title BEFORE DELETE ON stories FOR EACH ROW EXECUTE FUNCTION forget_reported_title();

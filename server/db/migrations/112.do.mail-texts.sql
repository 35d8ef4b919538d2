-- What mails say is the operator's, too: a text of the kind `mail` stands in place of the words that the product has.
alter table content_texts drop constraint content_texts_kind_check,
  add constraint content_texts_kind_check check (kind in ('announcement', 'faq', 'clause', 'page', 'mail')) not valid;
alter table content_drafts drop constraint content_drafts_kind_check,
  add constraint content_drafts_kind_check check (kind in ('announcement', 'faq', 'clause', 'page', 'mail')) not valid;

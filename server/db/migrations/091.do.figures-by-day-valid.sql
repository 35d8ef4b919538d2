alter table review_items validate constraint review_items_about;

create view campaign_labels as
select id, slug from affiliate_campaigns;

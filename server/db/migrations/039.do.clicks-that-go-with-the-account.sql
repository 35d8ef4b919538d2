-- An account that is erased takes the visits along that carried the same click: found by each of the codes that name one.
create index marketing_visits_gclid on marketing_visits (gclid) where gclid is not null;
create index marketing_visits_wbraid on marketing_visits (wbraid) where wbraid is not null;
create index marketing_visits_gbraid on marketing_visits (gbraid) where gbraid is not null;
create index marketing_visits_vid on marketing_visits (vid) where vid is not null;

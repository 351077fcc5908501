-- Splitting money in whole units, as the engine does (docs/rake.md); amounts from 0. `nth` counts from 1.

-- Equal shares of n; units that are left go one each to the first.
create or replace macro even_share(amount, n, nth) as
amount // n + if(nth <= amount % n, 1, 0);

-- Shares of n in whole chips: odd chips go one each to the first, less than a chip to the very first.
create or replace macro chip_share(amount, n, nth, chip) as
amount // n // chip * chip
+ if(nth <= (amount - n * (amount // n // chip * chip)) // chip, chip, 0)
+ if(nth = 1, (amount - n * (amount // n // chip * chip)) % chip, 0);

-- A share in proportion, rounded down, and what rounding left out of it, in 1 / total units. The
-- products have up to 128 bits; both are 0 where there is no weight at all.
create or replace macro floor_share(amount, weight, total) as
coalesce(amount::hugeint * weight // nullif(total, 0), 0)::bigint;

create or replace macro share_rest(amount, weight, total) as
coalesce(amount::hugeint * weight % nullif(total, 0), 0)::bigint;

-- Places of seats from the left of the button, 0 to 9; a mask of seats as one of places; how many
-- of a mask's places come before a place, and that one.
create or replace macro place_of(seat, button_seat) as (seat::int - button_seat::int + 9) % 10;

create or replace macro places_of(seats, button_seat) as
((seats << (9 - button_seat::int)) | (seats >> (button_seat::int + 1))) & 1023;

create or replace macro nth_of(places, place) as bit_count(places & ((1::int << place) - 1)) + 1;

-- What a pot of a stack passes down to those below it: by how much the dues of the pots from it up
-- to any other can exceed what they hold. Both are dues less holdings, summed from the main pot:
-- the most of any pot from this one on, and of the pot below.
create or replace macro passed_down(most_from_here, below) as
greatest(most_from_here - below, 0)::bigint;

# docker-compose is not here: the failure says nothing about the tests.
project py-stock
needs python3 make
session s1
run docker-compose run --rm app make test
# There is no compose file in this project: the command with a space cannot work either.
harmful: docker compose run
useless: (?i)docker-compose
run docker-compose run --rm app make test
harmful: docker compose run
useful: (?i)docker-compose
session s2
harmful: (?i)failing when last

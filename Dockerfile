# Unpacks the archive of `npm run release` onto a plain system. BASE needs Node 20 or newer with npm, SYSTEM needs glibc
# and libstdc++.
ARG BASE=node:24-bookworm-slim
ARG SYSTEM=debian:bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY . .
RUN npm run release \
    && mkdir /attest \
    && tar -xzf release/attest-*.tar.gz -C /attest --strip-components=1

FROM ${SYSTEM}
RUN useradd --system --uid 10001 --user-group --home-dir /data attest \
    && install -d -o attest -g attest -m 0700 /data
COPY --from=build /attest /opt/attest
ENV PATH=/opt/attest/bin:$PATH ATTEST_HOME=/data HOST=0.0.0.0
USER attest
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s \
    CMD ["/opt/attest/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["attest"]

# A multi-stage build: the final image contains Node and the built shop only.
# By its digest, so that a build of the same sources stands on the same system.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
FROM ${NODE_IMAGE} AS build
WORKDIR /shop
RUN npm install --global pnpm@10.34.9
# Fetched from the lockfile alone, so that this layer is cached when sources change.
COPY pnpm-lock.yaml pnpm-workspace.yaml package.json ./
COPY patches patches
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline && pnpm build && pnpm package /package

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 UPLOADS_DIR=/uploads STATIC_DIR=/static BACKUP_DIR=/backups
# glibc maps blocks of this size, such as those of password hashes, and gives them back at once. By default it raises the
# threshold to the largest block that was freed, and keeps later ones.
ENV MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /shop
COPY --from=build /package .
RUN mkdir /uploads /static /backups /backup-names && chown node:node /uploads /static /backups /backup-names
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The size options bound the heap, which otherwise grows to several times its live size. Allocation-site pretenuring is
# off: V8 would allocate the objects of every request in the old generation and run full collections several times a second.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=256", "--no-allocation-site-pretenuring", "server/dist/main.js"]

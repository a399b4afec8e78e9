# The shop as one image: built where the tools are, run where nothing but Node is.
FROM node:22-slim AS build
WORKDIR /shop
RUN npm install --global pnpm@10.34.9
# The store is filled from the lockfile alone, so a changed source file downloads nothing anew.
COPY pnpm-lock.yaml pnpm-workspace.yaml package.json ./
RUN pnpm fetch
COPY . .
RUN pnpm install --frozen-lockfile --offline && pnpm build && pnpm package /package

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 UPLOADS_DIR=/uploads BACKUP_DIR=/backups
WORKDIR /shop
COPY --from=build /package .
RUN mkdir /uploads /backups && chown node:node /uploads /backups
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Left alone, the heap grows with the load to several times what is in use; and V8, having seen the long-lived objects of
# the start, takes those of every request for long-lived too and collects the whole heap several times a second.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "--max-old-space-size=256", "--no-allocation-site-pretenuring", "server/dist/main.js"]

namespace frix::driver {}
